import { AgreedPricesCard } from '#features/records/prices/web/AgreedPricesCard.tsx'
import { useYard } from '#features/records/yards/web/data.ts'

/** What was agreed for work at a yard apart from the price list. */
export function YardPrices({ yardId }: { yardId: string }) {
  const yard = useYard(yardId)
  return yard && <AgreedPricesCard whose={{ kind: 'yard', id: yard.id, name: yard.name }} />
}
