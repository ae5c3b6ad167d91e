import { describe } from 'vitest'
import { describeWithPostgres } from '../servers/with-postgres.ts'
import { memoryBench, postgresBench, sqliteBench } from './benches.ts'
import { storeContract } from './store-contract.ts'

describe('memory', () => storeContract(memoryBench, { properties: 50 }))
describe('SQLite', () => storeContract(sqliteBench, { properties: 25 }))
describeWithPostgres('PostgreSQL', (url) => storeContract(() => postgresBench(url), { properties: 8 }))
