#!/usr/bin/env node
import manifest from '../../package.json' with { type: 'json' }

const [first, ...more] = process.argv.slice(2)

// The version is asked for by scripts and in every bug report: it loads nothing else.
if (more.length === 0 && (first === '--version' || first === '-V'))
  process.stdout.write(`${manifest.version}\n`)
else {
  const { start } = await import('./start.ts')
  await start(manifest.version)
}
