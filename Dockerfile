# Builds the package from this folder, then installs it into an image without the tools that built it.
FROM node:24-slim AS build
WORKDIR /src
COPY . .
# Not `npm ci`: the lock file lacks the binaries of other platforms.
RUN npm install --no-save --no-audit --no-fund \
  && npm run build \
  && npm run docs:site \
  && npm pack --ignore-scripts --pack-destination /tmp

FROM node:24-slim
# Mettle asks git which repository it is in, and what became of earlier work.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends git \
  && rm -rf /var/lib/apt/lists/* \
  && git config --system --add safe.directory /work
COPY --from=build /tmp/mettle-*.tgz /tmp/
# Node 24 has SQLite built in, so of the optional packages only the client of PostgreSQL is needed.
RUN npm install --global --omit=optional --no-audit --no-fund /tmp/mettle-*.tgz postgres@3.4.9 \
  && rm /tmp/mettle-*.tgz
USER node
WORKDIR /work
EXPOSE 4777
ENTRYPOINT ["mettle"]
CMD ["--help"]
