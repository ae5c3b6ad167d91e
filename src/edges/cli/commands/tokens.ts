import { isExpired, ROLES } from '../../../domain/scope.ts'
import { askCommand, choice, defineCommand, list, number, text } from '../command.ts'

export const tokenCreateCommand = defineCommand({
  name: 'token create',
  summary: 'Create a token for the HTTP API.',
  description: `The token is shown once; Mettle stores only its hash. The role read can read, write can also record events, and approve can also make the decisions that need a person: about patterns, policy and approvals.
    Everything recorded with the token carries its name.`,
  options: {
    role: choice(ROLES, 'What the token allows.', { required: true }),
    name: text('Who will use it.', 'NAME', { required: true }),
    project: list(
      'A project that it is for; may be repeated, and * is every project of the organisation. Default: this one.',
      'ID',
    ),
    organisation: text('The organisation. Default: the one in the settings.', 'NAME'),
    days: number('How many days it is valid. Default: until it is revoked.', { least: 1, most: 3_650 }),
  },
  examples: [
    'mettle token create --role write --name builder-bot --days 90',
    'mettle token create --role approve --name ann --project "*"',
  ],
  needs: { person: 'always' },
  run: async (context, { organisation, project, role, name, days }) => {
    const flags = organisation === undefined ? [] : [`organisation=${organisation}`]
    const mettle = await context.openMettle({ flags: [...context.settings, ...flags] })
    const { makeToken } = await import('../../http/access/make-token.ts')
    const request = {
      organisation: mettle.scope.organisation,
      name,
      role,
      projects: project.length === 0 ? [mettle.scope.project] : project,
      days,
    }
    const { record, secret } = await makeToken(await mettle.tokens(), request, context.now())
    const { hash: _, ...told } = record
    context.show({ token: secret, ...told }, () =>
      [
        secret,
        '',
        `For ${name}, who may ${role} in ${told.projects.join(', ')}${told.expiresAt === undefined ? '' : `, until ${dayOf(told.expiresAt)}`}.`,
        'It is shown only this once. To revoke it: mettle token revoke NAME',
      ].join('\n'),
    )
  },
})

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

export const tokenListCommand = askCommand({
  name: 'token list',
  summary: 'List the tokens of the HTTP API.',
  examples: ['mettle token list', 'mettle token list --json'],
  ask: async (mettle, _, { now }) => {
    const records = await (await mettle.tokens()).list()
    return records.map(({ hash, ...record }) => ({ ...record, expired: isExpired({ ...record, hash }, now()) }))
  },
  listed: true,
  view: (given, { ago, table }) => {
    const none =
      'There are no tokens, except those that running servers make for themselves.\nTo create one: mettle token create --role read --name ann'
    const rows = given.map(({ name, role, projects, createdAt, expiresAt, expired }) => {
      const until = expired ? 'has run out' : expiresAt && dayOf(expiresAt)
      return [name, role, projects.join(', '), ago(createdAt), until]
    })
    return table(rows, { head: ['NAME', 'ROLE', 'PROJECTS', 'MADE', 'UNTIL'], none })
  },
})

export const tokenRevokeCommand = askCommand({
  name: 'token revoke',
  summary: 'Revoke a token; the next call with it is refused.',
  arguments: [{ name: 'name', summary: 'The name of the token, or its id.', required: true }],
  examples: ['mettle token revoke builder-bot'],
  needs: { person: 'always' },
  ask: async (mettle, { name }) => {
    const { revokeToken } = await import('../../http/access/make-token.ts')
    const { hash: _, ...revoked } = await revokeToken(await mettle.tokens(), name)
    return { revoked }
  },
  view: ({ revoked }) => `The token of ${revoked.name} is revoked.`,
})
