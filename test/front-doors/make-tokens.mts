// Makes tokens in a file: PATH NAME COUNT, the names being NAME-1, NAME-2 and so on. Prints how many it was given.
import { makeToken } from '../../src/edges/http/access/make-token.ts'
import { openTokenFile } from '../../src/machine/gate/token-file.ts'

const [path, name, count] = process.argv.slice(2)
const keeper = openTokenFile(path!, 'local', Date.now)
let given = 0
for (let number = 1; number <= Number(count); number++) {
  const request = { organisation: 'local', name: `${name}-${number}`, role: 'read', projects: ['*'] } as const
  given += await makeToken(keeper, request, Date.now()).then(
    () => 1,
    ({ code }) => {
      if (code !== 'taken') throw code
      return 0
    },
  )
}
console.log(given)
