import * as z from 'zod'
import { adapterOf } from '../../engine/governance/adapter-of.ts'
import { defineLaw } from './law.ts'

const longest = 100_000

export const adapterLaw = defineLaw({
  name: 'adapter',
  summary: 'The adapters that a tool call reaches, read from its command and never run.',
  input: z.strictObject({
    tool: z.string().max(200).optional(),
    command: z.union([z.string().max(longest), z.array(z.string().max(longest)).max(1_000)]).optional(),
    server: z.string().max(200).optional(),
  }),
  run: ({ tool, command, server }) =>
    adapterOf({
      ...(tool === undefined ? {} : { tool }),
      ...(command === undefined ? {} : { command }),
      ...(server === undefined ? {} : { server }),
    }),
  example: {
    input: { tool: 'Bash', command: 'cd app && sudo env CI=1 git push' },
    output: { adapters: [{ adapter: 'git', step: 'git push' }], unclear: [] },
  },
})
