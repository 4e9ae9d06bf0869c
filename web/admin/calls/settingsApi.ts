import type { CategoryName, CategoryOrder } from '#contract/admin/categories.ts'
import type { SettingsUpdate } from '#contract/admin/settings.ts'
import { call, encoded } from '#web/admin/lib/wire.ts'
import { api } from '#web/lib/api.ts'

export const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query({
      ...call('GET /api/settings', 'Settings'),
      providesTags: ['Shop'],
    }),
    /** Saves the given settings. Its response updates all screens. */
    updateSettings: build.mutation({
      ...call('PUT /api/settings', 'Settings', (update: SettingsUpdate) => ({
        body: encoded('SettingsUpdate', update),
      })),
      invalidatesTags: ['Shop'],
    }),
    addCategory: build.mutation({
      ...call('POST /api/categories', 'Category', (body: CategoryName) => ({ body })),
      invalidatesTags: ['Product'],
    }),
    renameCategory: build.mutation({
      ...call('PUT /api/categories/:slug', 'Category', ({ slug, name }: CategoryName & { slug: string }) => ({
        slug,
        body: { name },
      })),
      invalidatesTags: ['Product'],
    }),
    /** The caller shows the new order already, so only a refusal reloads the list. */
    orderCategories: build.mutation({
      ...call('PUT /api/categories', 'Categories', (body: CategoryOrder) => ({ body })),
      invalidatesTags: (_, error) => (error ? ['Product'] : []),
    }),
    removeCategory: build.mutation({
      ...call('DELETE /api/categories/:slug', 'Done', (slug: string) => ({ slug })),
      invalidatesTags: ['Product'],
    }),
  }),
})

export const {
  useSettingsQuery,
  useLazySettingsQuery,
  useUpdateSettingsMutation,
  useAddCategoryMutation,
  useRenameCategoryMutation,
  useOrderCategoriesMutation,
  useRemoveCategoryMutation,
} = settingsApi
