import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { loadEmbedder } from '../../../machine/load-embedder.ts'
import { skillText } from '../../../machine/package-files.ts'

/** The program itself, which runs already. */
const ENTRY = 'bin.js'

/** Loads what a process that lives on may need of the installation, before anyone asks for it: the code that is otherwise imported when a verb is called, the model and the texts. An update replaces the files under a running server, and what it asked for then would be gone or of another version. */
export async function holdInstallation(): Promise<void> {
  await importAll(dirname(fileURLToPath(import.meta.url)))
  loadEmbedder()
  skillText('capture-learnings')
}

/** What the build has every late import ask before it asks Node; see `tsdown.config.ts`. */
const place = globalThis as { mettleModules?: Map<string, Promise<unknown>> }

/** All files of the bundle. Where the source itself runs there is none. One that needs a package which was left out is of no use to this process. */
async function importAll(folder: string): Promise<void> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== ENTRY)
  const held = new Map<string, Promise<unknown>>()
  const load = async (name: string) => {
    const module = await import(pathToFileURL(join(folder, name)).href)
    held.set(`./${name}`, Promise.resolve(module))
  }
  await Promise.allSettled(files.map(load))
  place.mettleModules = held
}
