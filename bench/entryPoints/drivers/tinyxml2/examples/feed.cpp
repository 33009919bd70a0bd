// Reads a feed, changes it and prints it.
#include <cassert>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>

#include "../tinyxml2.h"

using namespace tinyxml2;

static const char text[] =
	"<?xml version=\"1.0\"?>\n<!DOCTYPE feed>\n<feed lang='en' n=\"42\" r=\"2.5\" on=\"true\">\n"
	"  <!-- a comment -->\n  <title>Tom &amp; Jerry &#x41;&#228;</title>\n  <entry id=\"1\">first</entry>\n"
	"  <entry id=\"2\"><![CDATA[<raw> & text]]></entry>\n  <empty/>\n  <entry id=\"3\"><b>bold</b> tail</entry>\n</feed>\n";

class Counter : public XMLVisitor {
public:
	int elements = 0;
	int texts = 0;
	std::string names;

	bool VisitEnter(const XMLElement &element, const XMLAttribute *first) override
	{
		elements++;
		names += element.Name();
		for (const XMLAttribute *at = first; at; at = at->Next()) {
			names += std::string(":") + at->Name();
		}
		return true;
	}

	bool Visit(const XMLText &) override
	{
		texts++;
		return true;
	}
};

static void check(bool is, const std::string &what)
{
	if (!is) {
		throw std::runtime_error(what);
	}
}

static void change(XMLDocument &document)
{
	XMLElement *feed = document.RootElement();
	XMLElement *added = document.NewElement("entry");
	added->SetAttribute("id", 4);
	added->SetText("fourth < last");
	feed->InsertAfterChild(feed->FirstChildElement("title"), added);
	feed->InsertEndChild(document.NewComment(" end "));
	feed->DeleteChild(feed->FirstChildElement("empty"));
	feed->LastChildElement("entry")->DeleteAttribute("id");
	feed->FirstChildElement("title")->SetName("headline");
	feed->InsertNewChildElement("time")->SetText(1.5);
}

int main()
{
	XMLDocument document;
	check(document.Parse(text) == XML_SUCCESS, document.ErrorStr());
	XMLElement *feed = document.RootElement();
	assert(feed->IntAttribute("n") == 42 && feed->BoolAttribute("on") && feed->DoubleAttribute("r") == 2.5);
	assert(strcmp(feed->FirstChildElement("title")->GetText(), "Tom & Jerry A\xC3\xA4") == 0);
	XMLElement *second = feed->FirstChildElement("entry")->NextSiblingElement("entry");
	assert(second->FirstChild()->ToText()->CData());
	printf("%s at line %d\n", second->GetText(), second->GetLineNum());
	int id = 0;
	assert(second->QueryIntAttribute("id", &id) == XML_SUCCESS && id == 2);
	change(document);
	XMLPrinter printer;
	document.Print(&printer);
	XMLDocument again;
	check(again.Parse(printer.CStr(), printer.CStrSize() - 1) == XML_SUCCESS, "cannot read what was written");
	Counter counter;
	again.Accept(&counter);
	printf("%d elements, %d texts: %s\n", counter.elements, counter.texts, counter.names.c_str());
	assert(counter.elements == 8);
	XMLHandle handle(&again);
	XMLElement *added = handle.FirstChildElement("feed").FirstChildElement("entry").ToElement();
	assert(std::string(added->GetText()) == "fourth < last" && added->Attribute("id", "4"));
	XMLDocument copy;
	again.DeepCopy(&copy);
	XMLPrinter compact(nullptr, true);
	copy.Print(&compact);
	assert(strstr(compact.CStr(), "<headline>Tom &amp; Jerry") != nullptr);
	check(copy.RootElement()->LastChildElement("entry")->FirstChildElement("b") != nullptr, "entries are lost in the copy");
	XMLDocument broken;
	assert(broken.Parse("<a><b></a>") == XML_ERROR_MISMATCHED_ELEMENT && broken.ErrorLineNum() == 1);
	return 0;
}
