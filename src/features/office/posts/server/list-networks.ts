import { POSTERS } from '#connectors/registry.ts'
import type { Network } from '#features/office/posts/contract.ts'
import { listNetworkRows } from '#features/office/posts/server/queries.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** What can be posted to, in the order of the cards; whether it is rehearsed is how this server is run. */
export async function listNetworks(tx: PracticeTx): Promise<Omit<Network, 'isRehearsed'>[]> {
  const manifests = Object.values(POSTERS).map(({ manifest }) => manifest)
  const rows = manifests.length > 0 ? await listNetworkRows(tx, Object.keys(POSTERS)) : []
  return manifests.map(({ id, name, posts }) => {
    const row = rows.find(({ connector }) => connector === id)
    return { id, name, isOn: row?.enabled ?? false, account: row?.account ?? null, ...takes(posts) }
  })
}

const takes = (posts: { text: number; altText: number } = { text: 0, altText: 0 }) => ({ text: posts.text, altText: posts.altText })
