import { openDirect } from './directs.ts';
import { keepUpload } from './fileShelf.ts';
import { createFinder, PeopleError } from './finding.ts';
import type { Channel } from './guild.ts';
import type { Attachment } from './message.ts';
import { MOST_FILE_BYTES } from './requestBody.ts';
import type { World } from './world.ts';

/** What people decide for themselves, by name or id. */
export type PersonDeeds = {
  /** Whether the person takes direct messages from members of its guilds; all do at first. */
  takeDirects: (person: string, takes: boolean) => void;
  /** Installs the app for this person alone, or takes it off again. */
  installApp: (person: string, installed: boolean) => void;
  /** The direct conversation of two, opened when it is not yet. */
  openDirect: (person: string, other: string) => Channel;
  /** Is no member of the guild any more, the first one unless said. */
  leaveGuild: (person: string, guild?: string) => void;
  /** Uploads a file; its id is the value of an attachment option or of a file upload in a form. Throws PeopleError above 10 MiB. */
  upload: (file: { filename: string; bytes: Uint8Array }) => Attachment;
};

/** The deeds of persons; the bot hears of none of them. */
export function createPersonDeeds(world: World): PersonDeeds {
  const { state } = world;
  const finder = createFinder(state);
  const change = (ids: Set<string>, person: string, present: boolean) => {
    const { id } = finder.user(person);
    if (present) {
      ids.add(id);
    } else {
      ids.delete(id);
    }
    world.outlet.tell({ kind: 'person', userId: id });
  };
  return {
    takeDirects: (person, takes) => change(state.closedToDirects, person, !takes),
    installApp: (person, installed) => change(state.installs, person, installed),
    openDirect: (person, other) => openDirect(world, finder.user(person), finder.user(other)),
    leaveGuild: (person, guildName) => {
      const guild = finder.guild(guildName);
      guild.members.delete(finder.member(guild, person).user.id);
      world.outlet.tell({ kind: 'guild', guildId: guild.id });
    },
    upload: (file) => {
      if (file.bytes.length > MOST_FILE_BYTES) {
        throw new PeopleError('the file is too large: 10 MiB are the most');
      }
      return keepUpload(world, file);
    },
  };
}
