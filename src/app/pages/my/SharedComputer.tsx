import { Checkbox } from '#ui/Checkbox.tsx'

/** On a computer of several people the session ends with the browser. */
export const SharedComputer = () => (
  <Checkbox name="isShared" value="yes" label="This is a shared computer" help="You're signed out when the browser closes." />
)
