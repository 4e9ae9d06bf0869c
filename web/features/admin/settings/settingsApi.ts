import type { CategoryName, CategoryOrder } from '#contract/admin/categories.ts'
import type { Settings, SettingsUpdate } from '#contract/admin/settings.ts'
import type { Category } from '#contract/products.ts'
import type { Done } from '#contract/users.ts'
import { api } from '../../../api.ts'
import { decoded, encoded } from '../wire.ts'

const at = (slug: string) => `/api/categories/${encodeURIComponent(slug)}`

export const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query<Settings, void>({
      query: () => ({ url: '/api/settings' }),
      transformResponse: decoded('Settings'),
      providesTags: ['Shop'],
    }),
    /** Saves the given settings. Its response updates all screens. */
    updateSettings: build.mutation<Settings, SettingsUpdate>({
      query: (update) => ({ url: '/api/settings', method: 'PUT', body: encoded('SettingsUpdate', update) }),
      transformResponse: decoded('Settings'),
      invalidatesTags: ['Shop'],
    }),
    addCategory: build.mutation<Category, CategoryName>({
      query: (body) => ({ url: '/api/categories', method: 'POST', body }),
      transformResponse: decoded('Category'),
      invalidatesTags: ['Product'],
    }),
    renameCategory: build.mutation<Category, CategoryName & { slug: string }>({
      query: ({ slug, name }) => ({ url: at(slug), method: 'PUT', body: { name } }),
      transformResponse: decoded('Category'),
      invalidatesTags: ['Product'],
    }),
    /** The caller shows the new order already, so only a refusal reloads the list. */
    orderCategories: build.mutation<Category[], CategoryOrder>({
      query: (body) => ({ url: '/api/categories', method: 'PUT', body }),
      transformResponse: decoded('Categories'),
      invalidatesTags: (_, error) => (error ? ['Product'] : []),
    }),
    removeCategory: build.mutation<Done, string>({
      query: (slug) => ({ url: at(slug), method: 'DELETE' }),
      transformResponse: decoded('Done'),
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
