import { vi } from 'vitest'

// A password costs a quarter of a second by design. What is kept of one says the cost it was asked for, and only the work is less.
vi.mock(import('node:crypto'), async (original) => {
  const crypto = await original()
  return {
    ...crypto,
    scrypt: (password, salt, length, options, done) => crypto.scrypt(password, salt, length, { ...options, N: 2, p: 1 }, done),
  } as typeof crypto
})
