import '#app/testing/program.ts'
import { expect, test } from 'vitest'
import { testCheckout } from '#server/testing/checkouts.ts'
import { product } from '#server/testing/factories.ts'

test('reports of foreign payments do not fill the log', async () => {
  const lines: string[] = []
  const { db, put, placed, token } = await testCheckout(
    {},
    { logLevel: 'warn', logTo: { write: (line) => void lines.push(line) } },
  )
  const order = await placed(await product(db))
  for (let count = 0; count < 30; count++)
    expect((await put(`/api/orders/${order._id}/pay`, { id: 'another', status: 'COMPLETED' }, token)).statusCode).toBe(
      409,
    )
  expect(lines.filter((line) => line.includes('belongs to another order'))).toHaveLength(20)
})
