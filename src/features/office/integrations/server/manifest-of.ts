import type { Manifest } from '#connectors/kit/manifest.ts'
import { CONNECTORS } from '#connectors/registry.ts'
import { AppError } from '#lib/errors.ts'

/** What can be connected, by its id. @throws integration_not_found */
export function manifestOf(id: string): Manifest {
  const manifest = CONNECTORS.find((each) => each.id === id)
  if (!manifest) throw new AppError('integration_not_found')
  return manifest
}
