import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { bookEndpoints, CardFee } from '#features/office/books/contract.ts'
import { shortDay } from '#lib/dates.ts'
import { poundsInFull } from '#lib/money.ts'
import { call, sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { syncNow } from '#platform/web/sync/sync.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { toast } from '#ui/toast-store.ts'

type Endpoints = typeof bookEndpoints
const LIST = ['GET /api/card-fees']

const useCardFees = () =>
  useQuery({
    queryKey: LIST,
    queryFn: ({ signal }) => call<Endpoints['cardFees']>('GET /api/card-fees', { signal }),
    refetchOnMount: 'always',
  })

function useAnswer() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ fees, as }: { fees: readonly CardFee[]; as: 'expense' | 'nothing' }) =>
      call<Endpoints['answerCardFees']>('POST /api/card-fees', { body: { ids: fees.map(({ id }) => id), as } }),
    onSuccess(left) {
      queries.setQueryData<CardFee[]>(LIST, left)
      void syncNow()
    },
  })
}

/** What a card reader kept, to add to the expenses by one tap. Without any, and without signal, there is nothing. */
export const CardFees = () => (
  <Queries>
    <Fees />
  </Queries>
)

function Fees() {
  const fees = useCardFees().data ?? []
  const answer = useAnswer()
  if (fees.length === 0) return null
  const sum = poundsInFull(fees.reduce((total, { pence }) => total + pence, 0))
  const give = (some: readonly CardFee[], as: 'expense' | 'nothing') =>
    pressed(
      answer,
      { fees: some, as },
      {
        onSuccess: () => toast({ title: as === 'expense' ? 'Added to your expenses' : 'Left out' }),
        onError: (error) => toast({ variant: 'destructive', title: 'Error', description: sentenceOf(error) }),
      },
    )
  return (
    <Card
      title={`Card fees to add: ${sum}`}
      action={
        <Button icon={Plus} disabled={answer.isPending} onClick={() => give(fees, 'expense')}>
          {fees.length === 1 ? 'Add it' : `Add all ${fees.length}`}
        </Button>
      }
    >
      <List label="Card fees to add">
        {fees.map((fee) => (
          <ListRow
            key={fee.id}
            title={`${fee.name} fees`}
            detail={`${shortDay(fee.onDay)}, kept from what was paid out`}
            aside={
              <span className="flex shrink-0 items-center gap-2">
                <span className="font-medium tabular-nums">{poundsInFull(fee.pence)}</span>
                <Button
                  size="sm"
                  variant="quiet"
                  aria-label={`Leave out the fees of ${shortDay(fee.onDay)}`}
                  disabled={answer.isPending}
                  onClick={() => give([fee], 'nothing')}
                >
                  Leave out
                </Button>
              </span>
            }
          />
        ))}
      </List>
    </Card>
  )
}
