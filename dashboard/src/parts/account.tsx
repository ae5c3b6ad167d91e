import { linkTo } from '../router.ts'
import { account, logOut, switchProject, theme } from '../session.ts'

const ROLES = { read: 'can look', write: 'can record', approve: 'can decide' } as const

/** Who is logged in, which project and colours are shown, and the way out. */
export function AccountBox() {
  const { name, role, project, projects } = account.value ?? {}
  const others = (projects ?? []).filter((one) => one !== '*' && one !== project)
  return (
    <div class="account">
      {others.length === 0 || project === undefined ? null : (
        <label>
          <span class="unseen">Project</span>
          <select value={project} onChange={(event) => switchProject(event.currentTarget.value)}>
            {[project, ...others].map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
      )}
      <label>
        <span class="unseen">Colours</span>
        <select
          value={theme.value}
          onChange={(event) => (theme.value = event.currentTarget.value as typeof theme.value)}
        >
          <option value="system">System colours</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
      {role === undefined ? null : (
        <p>
          <a href={linkTo('settings')} title={`Role: ${role}`}>
            {name}
          </a>{' '}
          <small>{ROLES[role]}</small>
          <button type="button" class="plain" onClick={() => void logOut()}>
            Log out
          </button>
        </p>
      )}
    </div>
  )
}
