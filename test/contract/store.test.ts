import { describe } from 'vitest'
import { describeWithPostgres } from '../servers/with-postgres.ts'
import { memoryBench, postgresBench, sqliteBench } from './benches.ts'
import { notesProjector } from './notes-projector.ts'
import { storeContract } from './store-contract.ts'

describe('memory', () => storeContract(memoryBench, { properties: 50 }))
describe('SQLite, folded by readers', () => storeContract(() => sqliteBench(notesProjector()), { properties: 25 }))
describe('SQLite', () => storeContract(() => sqliteBench(), { properties: 8 }))
describeWithPostgres('PostgreSQL, folded by readers', (url) =>
  storeContract(() => postgresBench(url, notesProjector()), { properties: 8 }),
)
describeWithPostgres('PostgreSQL', (url) => storeContract(() => postgresBench(url), { properties: 8 }))
