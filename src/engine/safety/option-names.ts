/** Whether an option is a longer one cut short, which GNU programs and Git take as long as no other begins so: `--rec`, from `--r` on, is `--recursive`. */
export function isShortFor(arg: string, least: string, option: string): boolean {
  return arg.startsWith(least) && option.startsWith(arg)
}
