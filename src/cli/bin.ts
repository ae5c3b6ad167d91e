#!/usr/bin/env node
import { VERSION } from './version.ts'

const [first, ...more] = process.argv.slice(2)

// The version is asked for by scripts and in every bug report: it loads nothing else.
if (more.length === 0 && (first === '--version' || first === '-V')) process.stdout.write(`${VERSION}\n`)
else {
  const { start } = await import('./start.ts')
  await start()
}
