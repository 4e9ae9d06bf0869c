import type { CategoryName, CategoryOrder } from '#contract/category-changes.ts'
import { Categories, Category } from '#contract/products.ts'
import { Settings } from '#contract/settings.ts'
import { Done } from '#contract/users.ts'
import { api } from '../../../api.ts'
import { catalogApi } from '../../catalog/catalogApi.ts'
import { decoded } from '../wire.ts'

const at = (slug: string) => `/api/categories/${encodeURIComponent(slug)}`

export const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query<Settings, void>({
      query: () => ({ url: '/api/settings' }),
      transformResponse: decoded(Settings),
      providesTags: ['Shop'],
    }),
    /** Changes what is given, in the terms of the wire. */
    updateSettings: build.mutation<Settings, Record<string, string | number>>({
      query: (body) => ({ url: '/api/settings', method: 'PUT', body }),
      transformResponse: decoded(Settings),
      invalidatesTags: ['Shop'],
    }),
    addCategory: build.mutation<Category, CategoryName>({
      query: (body) => ({ url: '/api/categories', method: 'POST', body }),
      transformResponse: decoded(Category),
      invalidatesTags: ['Product'],
    }),
    renameCategory: build.mutation<Category, CategoryName & { slug: string }>({
      query: ({ slug, name }) => ({ url: at(slug), method: 'PUT', body: { name } }),
      transformResponse: decoded(Category),
      invalidatesTags: ['Product'],
    }),
    /** The list shows the new order at once, and the old one again when the shop refuses it. */
    orderCategories: build.mutation<Category[], CategoryOrder>({
      query: (body) => ({ url: '/api/categories', method: 'PUT', body }),
      transformResponse: decoded(Categories),
      invalidatesTags: ['Product'],
      async onQueryStarted({ order }, { dispatch, queryFulfilled }) {
        const inOrder = (known: Category[]) => known.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
        const shown = dispatch(catalogApi.util.updateQueryData('categories', undefined, inOrder))
        await queryFulfilled.catch(shown.undo)
      },
    }),
    removeCategory: build.mutation<Done, string>({
      query: (slug) => ({ url: at(slug), method: 'DELETE' }),
      transformResponse: decoded(Done),
      invalidatesTags: ['Product'],
    }),
  }),
})

export const {
  useSettingsQuery,
  useUpdateSettingsMutation,
  useAddCategoryMutation,
  useRenameCategoryMutation,
  useOrderCategoriesMutation,
  useRemoveCategoryMutation,
} = settingsApi
