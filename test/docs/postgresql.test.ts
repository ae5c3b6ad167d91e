import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { grantStatements } from '../../src/store/postgres/postgres-store.ts'

const PAGE = readFileSync(new URL('../../docs/how-to/postgresql.md', import.meta.url), 'utf8')

it.each(grantStatements('mettle', 'app'))('the page on PostgreSQL grants what a role needs: %s', (statement) => {
  expect(PAGE).toContain(`\n${statement};\n`)
})
