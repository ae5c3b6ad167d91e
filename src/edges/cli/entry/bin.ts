#!/usr/bin/env node
import { existsSync, writeSync } from 'node:fs'
import manifest from '../../../../package.json' with { type: 'json' }

const [first, ...more] = process.argv.slice(2)
/** The hook in one file, as it is built; there is none where the source itself runs. */
const HOOK = new URL('../hook/hook.cjs', import.meta.url)

// The version is asked for by scripts and in every bug report: it loads nothing else, not even the stream of stdout.
if (more.length === 0 && (first === '--version' || first === '-V')) printVersion()
else if (first === 'hook' && existsSync(HOOK) && isCallOfClient(more)) await answerFromBundle()
else {
  const { start } = await import('./start.ts')
  await start(manifest.version)
}

function printVersion(): void {
  try {
    writeSync(1, `${manifest.version}\n`)
  } catch (error) {
    process.exitCode = (error as NodeJS.ErrnoException).code === 'EPIPE' ? 0 : 1
  }
}

/** As clients call it, and nothing that the help or another place is asked for. */
function isCallOfClient(words: readonly string[]): boolean {
  return words.every((word, i) => (i % 2 === 0) === (word === '--client' || word === '--event'))
}

/** Agents wait for a hook at every step: it starts in a third of the time that the command line takes. */
async function answerFromBundle(): Promise<void> {
  const [{ createRequire }, { fileURLToPath }] = await Promise.all([import('node:module'), import('node:url')])
  createRequire(import.meta.url)(fileURLToPath(HOOK))
}
