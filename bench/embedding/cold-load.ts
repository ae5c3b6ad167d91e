import { loadEmbedder } from '../../src/machine/load-embedder.ts'

const start = performance.now()
loadEmbedder()?.embed('Close the database connection when the request ends.')
console.log(performance.now() - start)
