#!/usr/bin/env node
import { writeSync } from 'node:fs'
import manifest from '../../../../package.json' with { type: 'json' }

const [first, ...more] = process.argv.slice(2)

// Scripts and bug reports ask for the version, so it loads nothing else, not even the stdout stream.
if (more.length === 0 && (first === '--version' || first === '-V')) printVersion()
// The build replaces it with start-parts.ts.
else void import('./start.ts').then(({ start }) => start(manifest.version))

function printVersion(): void {
  try {
    writeSync(1, `${manifest.version}\n`)
  } catch (error) {
    process.exitCode = (error as NodeJS.ErrnoException).code === 'EPIPE' ? 0 : 1
  }
}
