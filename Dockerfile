# The shop in a container. compose.yaml puts PostgreSQL behind it and Caddy with the certificates in front.
FROM node:24.21.0-bookworm-slim AS base
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates libatomic1 \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --user-group --home-dir /opt/boutique boutique \
  && install -d -m 0755 -o boutique -g boutique /opt/boutique \
  && install -d -m 0700 -o boutique -g boutique /var/lib/boutique /var/backups/boutique \
  # For the socket of PostgreSQL, whichever container starts first.
  && install -d -m 3777 /var/run/postgresql
WORKDIR /opt/boutique

FROM base AS build
COPY --chown=boutique:boutique . .
USER boutique
# The Node that the shop runs on is among its packages; the image's own only installs it.
RUN npm run --silent prestart

FROM base
# The code belongs to root, and the shop runs as another user, who can write to its two volumes and to /tmp alone.
COPY --from=build --chown=root:root /opt/boutique ./
USER boutique

# The container's environment is the settings file.
ENV ENV_FILE=none HOST=0.0.0.0 DATA_DIR=/var/lib/boutique BACKUP_DIR=/var/backups/boutique \
  NODE_COMPILE_CACHE=/tmp/node
VOLUME ["/var/lib/boutique", "/var/backups/boutique"]
EXPOSE 3000
HEALTHCHECK --start-period=2m --interval=30s --timeout=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/node", "scripts/start.mjs"]
