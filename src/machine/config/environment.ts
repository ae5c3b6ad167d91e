/** Whether a variable of the environment is a setting; those that say where to look or how to test are read before there is a configuration. */
export function isSettingVariable(variable: string): boolean {
  return variable.startsWith('METTLE_') && variable !== 'METTLE_HOME' && !variable.startsWith('METTLE_TEST_')
}

/** The environment without its settings. */
export function withoutSettings(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(environment).filter(([variable]) => !isSettingVariable(variable)))
}
