export { UserError } from './domain/user-error.ts'
