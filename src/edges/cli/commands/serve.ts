import { defineCommand } from '../command.ts'
import { SERVE_OPTIONS, serveUntilStopped } from '../serving.ts'

export const command = defineCommand({
  name: 'serve',
  summary: 'Serve the loop over HTTP, with the dashboard, on this machine.',
  description: `Every verb is a route under /v1, and /v1/openapi.json describes them. Who calls needs a token: that of this start, which shows and records but decides nothing, is in a file that only you can read, and
    \`mettle dashboard\` makes a link of it that logs a browser in once. Ctrl-C or the end of its terminal ends it; a SIGHUP of anyone else reads the settings again.`,
  options: SERVE_OPTIONS,
  examples: ['mettle serve', 'mettle serve --port 0', 'mettle serve --host 0.0.0.0 --allow-remote'],
  run: async (context, request) => {
    await serveUntilStopped(context, request, async ({ url, tokenFile }) => {
      context.show({ url, tokenFile }, () =>
        [
          `Mettle serves on ${url}`,
          '',
          'A browser logs in with   mettle dashboard',
          `Programs send the token of this start, which is in ${tokenFile}`,
          'Ctrl-C ends it.',
        ].join('\n'),
      )
    })
  },
})
