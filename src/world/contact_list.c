// SPDX-License-Identifier: MIT
//
// The sorted list of contacts.

#include "contact_list.h"

int32_t impi_contact_list_find(const impi_contact_list* list, imp_pair pair)
{
    uint64_t key = impi_contact_key_of(pair);
    int32_t first = 0, end = list->count;
    while (first < end)
    {
        int32_t middle = first + (end - first) / 2;
        if (list->data[middle].key < key)
        {
            first = middle + 1;
        }
        else
        {
            end = middle;
        }
    }
    return first < list->count && list->data[first].key == key ? first : -1;
}

void impi_contact_list_close(impi_contact_list* list)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < list->count; ++i)
    {
        list->data[kept] = list->data[i];
        kept += list->data[i].place >= 0;
    }
    list->count = kept;
}

void impi_contact_list_merge(impi_contact_list* list, const impi_contact_list* more)
{
    // From the end, so that nothing is overwritten before it has moved.
    int32_t i = list->count - 1, k = more->count - 1;
    list->count += more->count;
    for (int32_t out = list->count - 1; k >= 0; --out)
    {
        bool old = i >= 0 && list->data[i].key > more->data[k].key;
        list->data[out] = old ? list->data[i] : more->data[k];
        i -= old;
        k -= !old;
    }
}
