/** For each endpoint of the plan a request that works; of the test version nothing is paid, so there is nothing to end or to look at. */
export const samplesOfPlans = <S>(sample: (url: string, id: string, body?: unknown, ...expected: number[]) => S): Record<string, S> => ({
  'GET /api/billing': sample('/api/billing', ''),
  'POST /api/billing/trial': sample('/api/billing/trial', '', undefined, 200, 422),
  'POST /api/billing/choose': sample('/api/billing/choose', '', { tier: 'professional' }),
  'POST /api/billing/cancel': sample('/api/billing/cancel', '', undefined, 422),
  'POST /api/billing/portal': sample('/api/billing/portal', '', undefined, 422),
  'POST /api/billing/wish': sample('/api/billing/wish', '', { service: 'vet-integration', isWanted: true }),
})
