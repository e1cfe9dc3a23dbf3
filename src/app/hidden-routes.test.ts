import { expect, test } from 'vitest'
import { hiddenRoutes } from '../../scripts/prove/hidden-routes.ts'

test('the proof by hostile sizes finds the hooks and pages that openapi.json does not name, without a database', async () => {
  const paths = (await hiddenRoutes('http://localhost:3000')).map(({ method, path }) => `${method} ${path}`)
  expect(paths).toContain('POST /my/sign-in')
  expect(paths.length).toBeGreaterThan(100)
})
