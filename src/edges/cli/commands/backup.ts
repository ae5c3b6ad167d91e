import { resolve } from 'node:path'
import { defineCommand } from '../command.ts'
import { bytes } from '../output/quantity.ts'

export const command = defineCommand({
  name: 'backup',
  summary: 'Copy the whole journal into one file, while others use it.',
  description: `The copy is a journal as of one moment, whoever writes meanwhile, and is there when it is whole. It replaces nothing, and only you can read it.
    mettle restore puts one back. What is erased later stays in a backup.`,
  options: {
    out: { kind: 'text', short: 'o', value: 'PATH', required: true, summary: 'The file to write.' },
  },
  examples: ['mettle backup --out ../mettle-backup.db'],
  run: async (context, { out }) => {
    const mettle = await context.openMettle()
    const progress = context.progress('Copying')
    const backup = await mettle.backup(resolve(context.cwd, out)).finally(() => progress.end())
    context.show(backup, () => `Copied the journal to ${out}, ${bytes(backup.bytes)}.`)
  },
})
