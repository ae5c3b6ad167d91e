import { expect, it } from 'vitest'
import { isPlaceholder } from './placeholder.ts'

it.each([
  '$DB_PASSWORD',
  `\${DB_PASSWORD}`,
  '$(pass show db)',
  '{{ token }}',
  '<token>',
  '%{token}',
  '****',
  'XXXX-XXXX',
  '...',
  'your-token-here',
  'YOUR_TOKEN',
  'My_Password',
  'changeme',
  'CHANGE_ME',
  'process.env.KEY',
  'os.environ["KEY"]',
  'self.token',
])('%s stands in for a secret', (value) => {
  expect(isPlaceholder(value)).toBe(true)
})

it.each(['hunter2', 'a-$TOKEN', 'not-your-token', 'mystery', '$1', 'xxx'])('%s does not', (value) => {
  expect(isPlaceholder(value)).toBe(false)
})
