/** The package ships its schemas without type declarations: these are the ones that are used here. */
declare module 'discord-api-spec/zod' {
  type Schema = {
    safeParse: (body: unknown) =>
      | { success: true; data: unknown }
      | {
          success: false;
          error: {
            issues: {
              code: string;
              path: PropertyKey[];
              message: string;
            }[];
          };
        };
  };
  export const MessageCreateRequestSchema: Schema;
  export const MessageEditRequestPartialSchema: Schema;
  export const CreateMessageInteractionCallbackRequestSchema: Schema;
  export const UpdateMessageInteractionCallbackRequestSchema: Schema;
  export const ApplicationCommandAutocompleteCallbackRequestSchema: Schema;
  export const ModalInteractionCallbackRequestSchema: Schema;
  export const IncomingWebhookInteractionRequestSchema: Schema;
  export const IncomingWebhookUpdateRequestPartialSchema: Schema;
  export const ApplicationCommandUpdateRequestSchema: Schema;
  export const CreateGuildChannelRequestSchema: Schema;
  export const UpdateGuildChannelRequestPartialSchema: Schema;
  export const UpdateThreadRequestPartialSchema: Schema;
  export const CreatePrivateChannelRequestSchema: Schema;
  export const CreateForumThreadRequestSchema: Schema;
  export const CreateTextThreadWithMessageRequestSchema: Schema;
  export const CreateTextThreadWithoutMessageRequestSchema: Schema;
}
