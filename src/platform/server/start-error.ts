/**
 * A problem that the person who starts Pritchel can fix: the message is one plain sentence with the problem and its remedy. It is shown alone,
 * without a stack.
 */
export class StartError extends Error {
  override name = 'StartError'
}
