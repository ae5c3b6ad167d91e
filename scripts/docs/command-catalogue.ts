import { readFileSync } from 'node:fs'
import { COMMAND_FILES, commandsIn } from '../../src/edges/cli/entry/command-files.ts'

const source = (file: string) =>
  readFileSync(new URL(`../../src/edges/cli/commands/${file}.ts`, import.meta.url), 'utf8')

/** The content of `src/edges/cli/catalogue.json`: every command as its file describes it, in file order. */
export async function commandCatalogue(): Promise<string> {
  const entries: object[] = []
  for (const [group, files] of Object.entries(COMMAND_FILES))
    for (const [file, load] of Object.entries<() => Promise<object>>(files)) {
      const text = source(file)
      const place = ({ name }: { name: string }) => text.search(new RegExp(`\\bname: ["']${name}["']`))
      const commands = commandsIn(await load()).sort((a, b) => place(a) - place(b))
      entries.push(...commands.map(({ name, summary }) => ({ group, file, name, summary })))
    }
  return `[\n${entries.map((entry) => `  ${JSON.stringify(entry)}`).join(',\n')}\n]\n`
}
