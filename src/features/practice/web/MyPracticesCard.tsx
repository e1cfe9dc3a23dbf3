import { useMutation } from '@tanstack/react-query'
import { enterPractice, useMyPractices } from '#features/practice/web/data.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { List, ListRow } from '#ui/List.tsx'
import { toast } from '#ui/toast-store.ts'

/** The practices somebody works in, to change between; nothing for the many who work in one. */
export function MyPracticesCard() {
  const { data } = useMyPractices()
  const entering = useMutation({
    mutationFn: enterPractice,
    onError: (error) => toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' }),
  })
  if (!data || data.length < 2) return null
  return (
    <Card title="My practices">
      <List label="My practices">
        {data.map(({ id, name, isCurrent }) => (
          <ListRow
            key={id}
            title={name}
            aside={
              isCurrent ? (
                <Badge tone="ok">Open now</Badge>
              ) : (
                <Button size="sm" busy={entering.isPending && entering.variables === id} onClick={() => entering.mutate(id)}>
                  Open
                </Button>
              )
            }
          />
        ))}
      </List>
    </Card>
  )
}
