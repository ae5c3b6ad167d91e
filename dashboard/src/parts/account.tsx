import { linkTo } from '../router.ts'
import { account, logOut, switchProject, theme } from '../session.ts'

const ROLES = { read: 'can look', write: 'can record', approve: 'can decide' } as const

/** Who is logged in, which project and theme are shown, and the way out. */
export function AccountBox() {
  const { name, role } = account.value ?? {}
  return (
    <div class="account">
      <ProjectChoice />
      <ThemeChoice />
      {role === undefined ? null : (
        <p>
          <a href={linkTo('settings')} title={`Role: ${role}`}>
            {name}
          </a>
          <small>{ROLES[role]}</small>
        </p>
      )}
      <LogOut />
    </div>
  )
}

/** Only where there is another project to go to. */
export function ProjectChoice() {
  const { project, projects = [] } = account.value ?? {}
  const others = projects.filter((one) => one !== '*' && one !== project)
  if (others.length === 0 || project === undefined) return null
  return (
    <select aria-label="Project" value={project} onChange={(event) => switchProject(event.currentTarget.value)}>
      {[project, ...others].map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  )
}

export function ThemeChoice() {
  return (
    <select
      aria-label="Theme"
      value={theme.value}
      onChange={(event) => (theme.value = event.currentTarget.value as typeof theme.value)}
    >
      <option value="system">System theme</option>
      <option value="light">Light theme</option>
      <option value="dark">Dark theme</option>
    </select>
  )
}

export function LogOut() {
  return (
    <button type="button" class="plain" onClick={() => void logOut()}>
      Log out
    </button>
  )
}
