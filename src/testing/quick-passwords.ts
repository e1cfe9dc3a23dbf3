import { vi } from 'vitest'

/** What a test may control of password derivation: count them, and hold those that come. */
export type PasswordWork = { derived: number; isHeld: boolean; held: (() => void)[] }

declare global {
  // Modules are loaded once for several files, so the counts are kept outside them.
  var passwordWork: PasswordWork
}
globalThis.passwordWork ??= { derived: 0, isHeld: false, held: [] }

// A password costs a quarter of a second by design. The stored hash states the requested cost, and only the work is less.
vi.mock(import('node:crypto'), async (original) => {
  const crypto = await original()
  return {
    ...crypto,
    scrypt: (password, salt, length, options, done) => {
      const work = globalThis.passwordWork
      work.derived += 1
      const derive = () => crypto.scrypt(password, salt, length, { ...options, N: 2, p: 1 }, done)
      if (work.isHeld) work.held.push(derive)
      else derive()
    },
  } as typeof crypto
})
