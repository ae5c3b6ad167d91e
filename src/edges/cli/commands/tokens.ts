import { isExpired, ROLES } from '../../../domain/scope.ts'
import { askCommand, choice, defineCommand, list, number, text } from '../command.ts'

export const tokenCreateCommand = defineCommand({
  name: 'token create',
  summary: 'Create a token for the HTTP API.',
  description: `The token is shown once; what is kept is its hash. read looks, write also tells what happened, approve also decides as a person does: about patterns, about policy, and what the gate asked.
    Its name stands beside all that it records.`,
  options: {
    role: choice(ROLES, 'What its bearer may do.', { required: true }),
    name: text('Whoever will use it.', 'NAME', { required: true }),
    project: list(
      'A project that it is for; may be given many times, and * is every project of the organisation. Else this one.',
      'ID',
    ),
    organisation: text('Of which organisation. Else that of the settings.', 'NAME'),
    days: number('How long it holds. Else until it is revoked.', { least: 1, most: 3_650 }),
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
        `For ${name}, who may ${role} in ${told.projects.join(', ')}${until(told.expiresAt)}.`,
        'It is shown this once. mettle token revoke takes it back.',
      ].join('\n'),
    )
  },
})

function until(time: number | undefined): string {
  return time === undefined ? '' : `, until ${new Date(time).toISOString().slice(0, 10)}`
}

export const tokenListCommand = askCommand({
  name: 'token list',
  summary: 'List the tokens of the HTTP API.',
  examples: ['mettle token list', 'mettle token list --json'],
  ask: async (mettle, _, { now }) => {
    const records = await (await mettle.tokens()).list()
    return records.map(({ hash, ...record }) => ({
      ...record,
      expired: isExpired({ ...record, hash }, now()),
    }))
  },
  listed: true,
  view: (given, { ago, table }) => {
    const none =
      'There is no token but that of a server that runs.\nmettle token create --role read --name ann makes one.'
    const rows = given.map(({ name, role, projects, createdAt, expiresAt, expired }) => {
      const until = expired ? 'has run out' : expiresAt && new Date(expiresAt).toISOString().slice(0, 10)
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
