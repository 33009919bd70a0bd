/* Reads settings, changes them and writes them again. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../cJSON.h"
#include "../cJSON_Utils.h"

static const char text[] =
	"\xEF\xBB\xBF{\"name\": \"d\\u00e9mo \\ud834\\udd1e\\n\", \"size\": [1, -2.5e3, 0.1], \"on\": true, \"off\": false, \"none\": null,"
	" \"deep\": {\"list\": [{\"id\": 1}, {\"id\": 2}, {\"id\": 3}], \"e\": {}, \"f\": []}}";

static cJSON *read_settings(void)
{
	cJSON *settings = cJSON_Parse(text);
	if (settings == NULL) {
		fprintf(stderr, "settings.c: cannot read %.20s\n", cJSON_GetErrorPtr());
		abort();
	}
	return settings;
}

static void change(cJSON *settings)
{
	cJSON *deep = cJSON_GetObjectItem(settings, "DEEP");
	cJSON *list = cJSON_GetObjectItemCaseSensitive(deep, "list");
	cJSON *copy = cJSON_Duplicate(cJSON_GetArrayItem(list, 1), 1);
	int numbers[] = { 4, 5, 6 };
	const char *words[] = { "a", "b\"c" };

	printf("%d\n", cJSON_GetObjectItem(copy, "id")->valueint);
	cJSON_AddStringToObject(copy, "label", "copy\ttab");
	cJSON_InsertItemInArray(list, 1, copy);
	cJSON_DeleteItemFromArray(list, 0);
	cJSON_AddItemToObject(deep, "numbers", cJSON_CreateIntArray(numbers, 3));
	cJSON_AddItemToObject(deep, "words", cJSON_CreateStringArray(words, 2));
	cJSON_ReplaceItemInObject(settings, "none", cJSON_CreateNumber(7.25));
	cJSON_AddItemReferenceToObject(settings, "again", cJSON_GetObjectItem(deep, "words"));
	cJSON_Delete(cJSON_DetachItemFromObject(settings, "off"));
	cJSON_SetValuestring(cJSON_GetObjectItem(settings, "name"), "a longer name than before, by far");
}

int main(void)
{
	cJSON *settings = read_settings();
	cJSON *again, *patch, *target;
	char *written, *pointer;
	char minified[] = "{ \"a\" : 1, // c\n \"b\" : [ 1, 2 ] /* d */ }";

	assert(strlen(cJSON_GetStringValue(cJSON_GetObjectItem(settings, "name"))) == 11);
	assert(cJSON_GetArrayItem(cJSON_GetObjectItem(settings, "size"), 1)->valuedouble == -2500);
	change(settings);
	written = cJSON_Print(settings);
	again = cJSON_ParseWithLength(written, strlen(written));
	assert(cJSON_Compare(settings, again, 1));
	printf("%zu %d\n", strlen(written), cJSON_GetArraySize(cJSON_GetObjectItem(again, "again")));
	free(written);
	written = cJSON_PrintBuffered(cJSON_GetObjectItem(again, "deep"), 8, 0);
	puts(written);
	free(written);

	target = cJSONUtils_GetPointer(again, "/deep/list/1/id");
	assert(target->valueint == 2);
	pointer = cJSONUtils_FindPointerFromObjectTo(again, target);
	puts(pointer + 1);
	free(pointer);
	patch = cJSONUtils_GeneratePatches(settings, again);
	assert(cJSON_GetArraySize(patch) == 0);
	cJSON_Delete(patch);
	patch = cJSON_Parse("[{\"op\": \"add\", \"path\": \"/deep/list/0\", \"value\": 9}, {\"op\": \"move\", \"from\": \"/on\", \"path\": \"/deep/on\"}, {\"op\": \"remove\", \"path\": \"/size/1\"}]");
	assert(cJSONUtils_ApplyPatches(again, patch) == 0);
	assert(cJSON_GetObjectItem(again, "on") == NULL);
	assert(cJSON_GetArraySize(cJSON_GetObjectItem(again, "size")) == 2);
	cJSONUtils_SortObject(again);
	assert(strcmp(again->child->string, "again") == 0);
	cJSON_Minify(minified);
	assert(strcmp(minified, "{\"a\":1,\"b\":[1,2]}") == 0);
	assert(cJSON_Parse("{\"a\": [1, 2}") == NULL);
	cJSON_Delete(patch);
	cJSON_Delete(again);
	cJSON_Delete(settings);
	return 0;
}
