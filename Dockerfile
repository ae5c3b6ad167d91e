# Builds the package from this folder, then installs it into an image without the tools that built it.
FROM node:24-slim AS build
WORKDIR /src
COPY . .
# Not `npm ci`: the lock file lacks the binaries of other platforms.
RUN npm install --no-save --no-audit --no-fund \
  && npm pack --pack-destination /tmp

FROM node:24-slim
# Mettle asks git which repository it is in, and what became of earlier work.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends git \
  && rm -rf /var/lib/apt/lists/* \
  && git config --system --add safe.directory /work
COPY --from=build /tmp/mettle-*.tgz /tmp/
RUN npm install --global --no-audit --no-fund /tmp/mettle-*.tgz \
  && rm /tmp/mettle-*.tgz
USER node
WORKDIR /work
EXPOSE 4777
ENTRYPOINT ["mettle"]
CMD ["--help"]
