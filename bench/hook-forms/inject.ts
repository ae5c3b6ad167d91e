import { readFileSync, writeSync } from 'node:fs'
import { openMettle } from '../../src/open.ts'

/** A hook that opens the journal to choose patterns, as hooks would without precomputed files. */
async function main(): Promise<void> {
  const { cwd, prompt, session_id: run } = JSON.parse(readFileSync(0, 'utf8'))
  const mettle = await openMettle({ cwd, environment: process.env })
  const { block } = await mettle.injectForPrompt({ task: prompt, run, agent: 'main' })
  writeSync(1, block)
}

export const answered = main()
