// What a person's file and deletion take from reviews.
import { asc, eq, getColumns, inArray, sql } from 'drizzle-orm'
import type { Person, PersonHooks, Register } from '#server/shop/accounts/person.ts'
import { REGISTER } from '#server/shop/accounts/register-texts.ts'
import { images, products } from '#server/shop/schema/catalog.ts'
import { orders } from '#server/shop/schema/orders.ts'
import { reviewAsks, reviewPhotos, reviews } from '../schema.ts'
import { PERSON_FILE } from './texts.ts'

/** SQL: the orders of a person. */
const ordersOf = ({ ids }: Person) => sql`(select ${orders.id} from ${orders} where ${inArray(orders.userId, ids)})`

const { SHOP } = REGISTER

const tables: Register<typeof import('../schema.ts')> = {
  review_settings: { reason: SHOP },
  review_asks: {
    title: PERSON_FILE.review_asks,
    read: (tx, person) =>
      tx
        .select()
        .from(reviewAsks)
        .where(sql`${reviewAsks.orderId} in ${ordersOf(person)}`)
        .orderBy(asc(reviewAsks.createdAt), asc(reviewAsks.orderId)),
  },
  reviews: {
    title: PERSON_FILE.reviews,
    read: (tx, person) =>
      tx
        .select({ ...getColumns(reviews), product: products.name })
        .from(reviews)
        .innerJoin(products, eq(products.id, reviews.productId))
        .where(sql`${reviews.orderId} in ${ordersOf(person)}`)
        .orderBy(asc(reviews.createdAt), asc(reviews.id)),
  },
  review_photos: {
    title: PERSON_FILE.review_photos,
    read: (tx, person) =>
      tx
        .select()
        .from(reviewPhotos)
        .where(sql`${reviewPhotos.orderId} in ${ordersOf(person)}`)
        .orderBy(asc(reviewPhotos.orderId), asc(reviewPhotos.imageId)),
  },
}

export const ofPeople: PersonHooks = {
  tables,
  async erase(tx, person) {
    if (person.ids.length === 0) return
    // The cleanup deletes their files within the hour.
    await tx.execute(sql`
      with gone as (delete from ${reviewPhotos} where ${reviewPhotos.orderId} in ${ordersOf(person)} returning image_id)
      update ${images} set unused_since = now() - interval '1 day' from gone where ${images.id} = gone.image_id`)
    await tx.delete(reviews).where(sql`${reviews.orderId} in ${ordersOf(person)}`)
  },
}
