import { defineCommand } from '../command.ts'

export const command = defineCommand({
  name: 'token revoke',
  summary: 'Take a token back; its bearer is refused at the next call.',
  arguments: [{ name: 'name', summary: 'The name of the token, or its id.', required: true }],
  examples: ['mettle token revoke builder-bot'],
  needs: { person: 'always' },
  run: async (context, { name }) => {
    const mettle = await context.openMettle()
    const { revokeToken } = await import('../../http/access/make-token.ts')
    const { hash: _, ...revoked } = await revokeToken(await mettle.tokens(), name)
    context.show({ revoked }, () => `The token of ${revoked.name} is revoked.`)
  },
})
