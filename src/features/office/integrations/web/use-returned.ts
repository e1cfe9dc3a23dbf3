import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { Integration } from '#features/office/integrations/contract.ts'
import type { WhyRefused } from '#features/office/integrations/rules.ts'
import { SAID } from '#features/office/integrations/web/said.ts'
import { toast } from '#ui/toast-store.ts'

const WHY: Readonly<Record<WhyRefused, (vendor: string) => string>> = {
  denied: (vendor) => `You didn't say yes at ${vendor}, so nothing was connected.`,
  over: () => 'That sign-in had been used, took too long, or was begun elsewhere. Start it again here.',
  partial: (vendor) => `${vendor} didn't allow everything that's needed. Sign in again, and tick every box there.`,
  silent: (vendor) => `${vendor} isn't answering, so nothing was connected. Try again later.`,
  refused: (vendor) => `${vendor} refused the sign-in, so nothing was connected. Try again; if it stays so, tell whoever runs this server.`,
  forbidden: () => "Your role or your plan doesn't allow that connection.",
  nothing: (vendor) =>
    `Among what you allowed at ${vendor} there's nothing to post to: no page you look after, or no Instagram professional account linked to one.`,
}

/**
 * How a sign-in elsewhere went that has led back to this screen: shown once, and taken out of the
 * address. Returns whose settings open then, and how often any did.
 */
export function useReturned(integrations: readonly Integration[] | undefined): { id?: string; times: number } {
  const [params, setParams] = useSearchParams()
  const [opened, setOpened] = useState<{ id?: string; times: number }>({ times: 0 })
  const told = useRef('')
  const [connected, refused, why] = [params.get('connected'), params.get('refused'), params.get('why')]
  useEffect(() => {
    const way = connected === null && refused === null ? '' : params.toString()
    if (!integrations || told.current === way) return
    told.current = way
    if (way === '') return
    const of = integrations.find(({ id }) => id === (connected ?? refused))
    if (connected === null) {
      const vendor = of?.asks.by === 'oauth' ? of.asks.vendor : 'It'
      const description = why !== null && isWhy(why) ? WHY[why](vendor) : WHY.refused(vendor)
      toast({ title: 'Error', description, variant: 'destructive' })
    } else if (of?.enabled) {
      SAID.onSuccess()
      setOpened(({ times }) => ({ id: of.id, times: times + 1 }))
    }
    setParams({ tab: params.get('tab') ?? 'calendar' }, { replace: true })
  }, [integrations, connected, refused, why, params, setParams])
  return opened
}

const isWhy = (why: string): why is WhyRefused => Object.hasOwn(WHY, why)
