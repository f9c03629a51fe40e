# syntax=docker/dockerfile:1

# Production dependencies, from the lock file. The compiler is here for sqlite3, in case its ready-made binary does not fit.
FROM node:24-bookworm AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production \
    STORE_URL=sqlite:///data/crowsnest.sqlite \
    HTTP_LISTEN=127.0.0.1:8787
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY commands ./commands
COPY src ./src
# The image's user "node", as a number: so Kubernetes can tell that it is not root. It may write here and nowhere else.
RUN mkdir /data && chown 1000:1000 /data
USER 1000:1000
VOLUME /data
# Asks GET /healthz; off is well too.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["node", "src/healthcheck.ts"]
STOPSIGNAL SIGTERM
# node itself is process 1, so that SIGTERM reaches it.
CMD ["node", "src/main.ts"]
